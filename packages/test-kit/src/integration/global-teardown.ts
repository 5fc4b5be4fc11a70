/** Stops what the set-up started. */
const tearDown = async (): Promise<void> => {
  await globalThis.stopTestServers?.();
};

export default tearDown;
