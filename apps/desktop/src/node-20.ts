/** What Node 20 lacks and the application and its packages use. */
import crypto from 'node:crypto';
import 'core-js/actual/async-disposable-stack/index.js';
import 'core-js/actual/disposable-stack/index.js';
import 'core-js/actual/map/group-by.js';
import 'core-js/actual/promise/try.js';
import 'core-js/actual/promise/with-resolvers.js';
import 'core-js/actual/regexp/escape.js';
import 'core-js/actual/url/parse.js';
import { v7 } from 'uuid';

(crypto as Partial<Pick<typeof crypto, 'randomUUIDv7'>>).randomUUIDv7 ??= v7 as typeof crypto.randomUUIDv7;

// It calls the X25519 of WebCrypto experimental, at each start; Node 24 has it unchanged.
const emitWarning = process.emitWarning.bind(process);
process.emitWarning = (warning: string | Error, ...rest: never[]) => {
  if (!String(warning).includes('X25519')) emitWarning(warning, ...rest);
};
