/** A fake service: listens, answers /readyz, and records how it ends. Its environment sets its behaviour. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { NAME, PORT, DIARY = '', BEHAVIOUR } = process.env;
function note(word: string) {
  return appendFileSync(DIARY, `${NAME} ${word}\n`);
}

if (BEHAVIOUR === 'fails') {
  process.stderr.write(`${JSON.stringify({ msg: 'could not start', err: { message: 'no such moon' } })}\n`);
  process.exit(3);
}

const server = createServer((request, response) => {
  if (request.url === '/crash') {
    process.stderr.write('the last words\n');
    process.exit(7);
  }
  response.end();
});
server.listen(Number(PORT), '127.0.0.1', () => note('listens'));

function end(word: string) {
  note(word);
  if (BEHAVIOUR !== 'stubborn') process.exit(0);
}
process.on('SIGTERM', () => end('SIGTERM'));
process.on('SIGINT', () => end('SIGINT'));
process.on('disconnect', () => end('orphaned'));
