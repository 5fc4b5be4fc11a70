import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Entry {
  /** The words before: `''` for the first, `runs` for its commands, `runs list` for options. */
  readonly path: string;
  readonly words: readonly string[];
}

function entriesOf(command: Command, path: string[] = []): Entry[] {
  const options = command.options.flatMap(({ long }) => (long === undefined ? [] : [long]));
  const names = command.commands.map((each) => each.name());
  return [
    { path: path.join(' '), words: [...names, ...options] },
    ...command.commands.flatMap((each) => entriesOf(each, [...path, each.name()])),
  ];
}

/** Both shells look up the words that fit the commands typed so far. */
function cases(entries: readonly Entry[], list: (words: readonly string[]) => string): string {
  return entries.map(({ path, words }) => `    "${path}") ${list(words)} ;;`).join('\n');
}

function bash(entries: readonly Entry[]): string {
  return `_errand() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && continue
    [[ $path == *" "* ]] && break
    path="\${path:+$path }$word"
  done
  case "$path" in
${cases(entries, (words) => `words="${words.join(' ')}"`)}
    *) case "\${path%% *}" in
${cases(
  entries.filter(({ path }) => path !== '' && !path.includes(' ')),
  (words) => `words="${words.join(' ')}"`,
)}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _errand errand
`;
}

function zsh(entries: readonly Entry[]): string {
  return `#compdef errand
_errand() {
  local path_="" word
  local -a candidates
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    [[ $word == -* ]] && continue
    [[ $path_ == *" "* ]] && break
    path_="\${path_:+$path_ }$word"
  done
  case "$path_" in
${cases(entries, (words) => `candidates=(${words.join(' ')})`)}
  esac
  compadd -- $candidates
}
compdef _errand errand
`;
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, words }) => {
    const seen = path.split(' ').filter((word) => word !== '');
    const condition =
      seen.length === 0
        ? '__fish_use_subcommand'
        : seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c errand -f -n '${condition}' -l ${word.slice(2)}`
        : `complete -c errand -f -n '${condition}' -a ${word}`,
    );
  });
  return `${lines.join('\n')}\n`;
}

/** The script that completes commands and options of `root` in a shell. */
export function completionScript(root: Command, shell: Shell): string {
  const entries = entriesOf(root);
  return { bash, zsh, fish }[shell](entries);
}
