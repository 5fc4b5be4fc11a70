/** Stops the stack that the global setup started. */
async function tearDown(): Promise<void> {
  await globalThis.stopContractStack?.();
}

export default tearDown;
