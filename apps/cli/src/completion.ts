import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Entry {
  /** The commands typed so far: `''`, `runs`, `runs list`. */
  readonly path: string;
  readonly words: readonly string[];
}

/** The data of the three scripts. */
interface Words {
  readonly entries: readonly Entry[];
  /** Commands that have commands. */
  readonly groups: readonly string[];
  /** Options whose value is the next word. */
  readonly valued: readonly string[];
}

function entriesOf(command: Command, path: string[] = []): Entry[] {
  const options = command.options.flatMap(({ long }) => (long === undefined ? [] : [long]));
  const names = command.commands.map((each) => each.name());
  return [
    { path: path.join(' '), words: [...names, ...options] },
    ...command.commands.flatMap((each) => entriesOf(each, [...path, each.name()])),
  ];
}

function valuedOf(command: Command): string[] {
  const own = command.options
    .filter(({ required }) => required)
    .flatMap(({ long, short }) => [long, short].filter((flag) => flag !== undefined));
  return [...own, ...command.commands.flatMap(valuedOf)];
}

/** Bash and zsh look up the words that fit the commands typed so far. */
function cases(entries: readonly Entry[], list: (words: readonly string[]) => string): string {
  return entries.map(({ path, words }) => `    "${path}") ${list(words)} ;;`).join('\n');
}

/** Bash cuts its own words at each colon, and so every address: the line itself is read where there is one. */
function bash({ entries, groups, valued }: Words): string {
  return `_errand() {
  local line="\${COMP_LINE:0:COMP_POINT}" path="" word words="" value=""
  local -a typed=("\${COMP_WORDS[@]:0:COMP_CWORD}")
  [[ -n $line ]] && read -ra typed <<< "\${line%"\${line##*[[:space:]]}"}"
  for word in "\${typed[@]:1}"; do
    if [[ -n $value ]]; then value=""; continue; fi
    case "$word" in
      ${valued.join('|')}) value=next ;;
      -*) ;;
      *) case "$path" in ""|${groups.join('|')}) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  [[ -n $value ]] && return
  case "$path" in
${cases(entries, (words) => `words="${words.join(' ')}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _errand errand
`;
}

function zsh({ entries, groups, valued }: Words): string {
  return `#compdef errand
_errand() {
  local path_="" word value=""
  local -a candidates
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    if [[ -n $value ]]; then value=""; continue; fi
    case "$word" in
      ${valued.join('|')}) value=next ;;
      -*) ;;
      *) case "$path_" in ""|${groups.join('|')}) path_="\${path_:+$path_ }$word" ;; esac ;;
    esac
  done
  if [[ -n $value ]]; then _files; return; fi
  case "$path_" in
${cases(entries, (words) => `candidates=(${words.join(' ')})`)}
  esac
  compadd -- $candidates
}
compdef _errand errand
`;
}

function fish({ entries, groups, valued }: Words): string {
  const lines = entries.flatMap(({ path, words }) =>
    words.map((word) => {
      const offer = word.startsWith('--')
        ? `-l ${word.slice(2)}${valued.includes(word) ? ' -r' : ''}`
        : `-f -a ${word}`;
      return `complete -c errand -n '__errand_at "${path}"' ${offer}`;
    }),
  );
  return `function __errand_at
  set -l path ''
  set -l value ''
  for word in (commandline -opc)[2..]
    if test -n "$value"
      set value ''
      continue
    end
    switch $word
      case ${valued.join(' ')}
        set value next
      case '-*'
      case '*'
        contains -- "$path" '' ${groups.join(' ')}; and set path (string trim -- "$path $word")
    end
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** The script that completes commands and options of `root` in a shell. */
export function completionScript(root: Command, shell: Shell): string {
  const entries = entriesOf(root);
  const groups = root.commands.filter(({ commands }) => commands.length > 0).map((each) => each.name());
  const valued = [...new Set(valuedOf(root))];
  return { bash, zsh, fish }[shell]({ entries, groups, valued });
}
