export { type PausableTimer, startPausableTimer } from './pausable-timer.ts';
export { holdsWithin, waitFor } from './poll.ts';
export { raceSignal } from './race-signal.ts';
export { rejectOnTimeout, settlesWithin, withTimeout } from './with-timeout.ts';
