/// <reference lib="dom" />

/**
 * Runs in each document of a guarded context before its own scripts. WebRTC has the browser itself look up the hosts that a
 * page names, past the proxy that checks them, and does nothing useful without UDP.
 */
export function hidePeerConnections(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name);
}
