import type { OpenApiDocument, Operation } from './document.ts';

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command that calls the operation. Ids and the key are variables of the shell. */
export function curlOf(
  method: string,
  path: string,
  { parameters, requestBody, security }: Operation,
  { servers }: OpenApiDocument,
): string {
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=$${name.toUpperCase()}`)
    .join('&');
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const url = `${servers[0]?.url ?? ''}${place}${query === '' ? '' : `?${query}`}`;
  const isFile = requestBody !== undefined && !('application/json' in requestBody.content);
  const example: unknown = requestBody?.content['application/json']?.example;
  const isForKeys = security.some((each) => 'apiKey' in each);
  const isForSessions = !isForKeys && security.length > 0;
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${url}"`,
    ...(isForKeys ? ['-H "Authorization: Bearer $ERRAND_API_KEY"'] : []),
    ...(isForSessions ? ['-b cookies.txt', `-H "Origin: ${servers[0]?.url ?? ''}"`] : []),
    ...(isFile ? ["-H 'Content-Type: application/pdf'", '--data-binary "@$FILENAME"'] : []),
    ...(example === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(example))}`]),
  ].join(' \\\n  ');
}
