export { actionWord, stepWords } from './actions.ts';
export { type Quote, elementWords, targetWords } from './elements.ts';
