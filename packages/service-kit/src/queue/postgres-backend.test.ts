import { expect, test } from '@jest/globals';
import { ErrorTolerantClient } from './postgres-backend.ts';

test('a connection of the queue that breaks while no one listens does not throw, and those who listen are told', () => {
  const client = new ErrorTolerantClient();
  const broken = new Error('terminating connection due to administrator command');
  expect(client.emit('error', broken)).toBe(false);
  const heard: unknown[] = [];
  client.on('error', (error) => heard.push(error));
  client.emit('error', broken);
  client.removeAllListeners();
  client.emit('error', broken);
  expect(heard).toEqual([broken]);
});
