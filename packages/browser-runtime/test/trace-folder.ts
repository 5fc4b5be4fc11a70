/** For tests: the folder of the traces that are being recorded in a browser. */
export { traceFolderOf } from '../src/browser/trace-files.ts';
