/** The same tests in a test file of their own. */
import './one.ts';

console.log('printed');
