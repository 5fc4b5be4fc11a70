/** Loaded before a service: it opens its port only after this time, as on a machine that is busy. */
import net from 'node:net';

const LISTENS_AFTER_MS = 5_000;

const { listen } = net.Server.prototype as { listen: (...where: unknown[]) => net.Server };
Object.assign(net.Server.prototype, {
  listen(this: net.Server, ...where: unknown[]): net.Server {
    setTimeout(() => listen.apply(this, where), LISTENS_AFTER_MS);
    return this;
  },
});
