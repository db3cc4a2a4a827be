/** What gRPC says of a runtime that does not serve. */

/** Of a call that finds no socket to go to. */
export const noSocketText =
  'connection error: desc = "transport: Error while dialing: dial unix ' +
  '/run/containerd/containerd.sock: connect: no such file or directory"';

/** Of a call that was under way when the runtime went. */
export const connectionLostText = "error reading from server: EOF";
