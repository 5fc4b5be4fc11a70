/** Stops the servers of the set-up. */
async function tearDown(): Promise<void> {
  await globalThis.stopTestServers?.();
}

export default tearDown;
