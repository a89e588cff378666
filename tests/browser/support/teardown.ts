// What a run leaves on disk outside its results goes with it.

export { removeLargeSessions as default } from '../fixtures/large.ts';
