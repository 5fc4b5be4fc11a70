import type { Compose } from './compose.ts';

/** Reads the password as docs/operations.md describes. */
const READ_PASSWORD = ['sed', '-n', 's/^ERRAND_OPERATOR_TOKEN=//p', '/run/secrets/errand.env'];

/** Throws unless operators, and only they, see the queues at `url`. */
export async function checkBoard(
  { compose }: Compose,
  url: string,
  print: (line: string) => void,
): Promise<void> {
  const password = await compose('exec', '-T', 'runs', ...READ_PASSWORD);
  const statusFor = async (given: string): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`operator:${given}`).toString('base64')}`;
    return (await fetch(`${url}/operator/queues`, { headers: { authorization } })).status;
  };
  const [stranger, operator] = [await statusFor('a guess'), await statusFor(password)];
  if (stranger !== 401 || operator !== 200)
    throw new Error(
      `the board of the queues answered ${operator} to operators and ${stranger} to a stranger`,
    );
  print('operators see the queues, a stranger does not');
}
