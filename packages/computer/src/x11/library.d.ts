/** The parts of `x11` that are used here; the package brings no types. */
declare module 'x11' {
  export interface Client {
    require(extension: string, callback: (error: Error | null, extension: never) => void): void;
    on(event: 'event', listener: (event: XEvent) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    on(event: 'end', listener: () => void): void;
    AllocID(): number;
    terminate(): void;
  }

  export interface XEvent {
    name?: string;
    wid?: number;
    message_type?: number;
    data?: number[];
    /** Of an event of XInput 2: the device that it comes from, and the key or button. */
    sourceId?: number;
    detail?: number;
  }

  interface Library {
    createClient(
      options: { display: string },
      callback: (
        error: Error | null,
        display: {
          client: Client;
          screen: { root: number; pixel_width: number; pixel_height: number; root_depth: number }[];
          min_keycode: number;
          max_keycode: number;
        },
      ) => void,
    ): Client;
    keySyms: Readonly<Record<string, { code: number }>>;
  }

  const library: Library;
  export default library;
}
