/** Stops what the set-up started. */
async function tearDown(): Promise<void> {
  await globalThis.stopTestServers?.();
}

export default tearDown;
