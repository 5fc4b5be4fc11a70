import type { IncomingMessage, ServerResponse } from 'node:http';
import { signInRoutes } from '@errand/contracts';
import { createMcpOverHttp } from '@errand/mcp/http';
import {
  ApiResponse,
  COMMON_HEADERS,
  type RequestHandler,
  createApp,
  under,
  withoutLayers,
} from '@errand/service-kit';
import helmet from 'helmet';
import proxyAddress from 'proxy-addr';
import type { Context } from '../context.ts';
import { sessionCookie } from '../identity/auth.ts';
import { findGrant } from '../identity/grants.ts';
import { sessionPrincipal } from '../identity/session-principal.ts';
import { createDocument } from '../openapi/document.ts';
import { createApi, enabledRoutes } from './api.ts';
import { authRoutes } from './auth-routes.ts';
import { createAuthentication } from './authenticate.ts';
import { dashboard } from './dashboard.ts';
import { documentation } from './documentation.ts';
import { evidenceKeys } from './evidence-keys.ts';
import { deviceRoutes } from './device-routes.ts';
import { createForward } from './forward.ts';
import { identityRoutes } from './identity-routes.ts';
import { liveRoutes } from './live.ts';
import { keyRoutes } from './key-routes.ts';
import { mcpRoute } from './mcp-route.ts';

const MAX_AUTH_REQUESTS_PER_MINUTE = 1_200;
/** The paths of most requests. */
const OF_RUNS = /^\/v1\/(?:runs|runbooks\/[^/?]+\/runs)(?:[/?]|$)/;

function securityHeaders(isSecure: boolean) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
  });
}

/** What a middleware adds to the headers of every response, names and values in turn. */
function headersSetBy(middleware: ReturnType<typeof securityHeaders>): string[] {
  const headers: string[] = [];
  const response = {
    setHeader: (name: string, value: string) => {
      if (!Object.hasOwn(COMMON_HEADERS, name)) headers.push(name, value);
    },
    removeHeader: () => undefined,
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

/** Configures Express for the API: the headers, and the caller's address as reported by trusted proxies. */
function withExpressParts(
  api: RequestHandler,
  headers: readonly string[],
  isTrusted: (address: string, distance: number) => boolean,
): RequestHandler {
  return (request, response) => {
    ApiResponse.add(response, headers);
    return api(Object.assign(request, { ip: proxyAddress(request, isTrusted) }), response);
  };
}

/** Where this gateway reaches itself: MCP calls the public API with the caller's key, as any client does. */
function ownAddress({ host, port }: Context['config']): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${isAny ? '127.0.0.1' : name}:${port}`;
}

/** Everything that the gateway serves: the API, and through Express accounts, documentation and health checks. */
export function createGatewayApp(context: Context): RequestHandler {
  const { auth, config, db, findWatcher, keys, limiters, links, log, pool, services, stopping } = context;
  const routes = enabledRoutes(config);
  const authentication = createAuthentication({
    keys,
    findSession: (cookie) => sessionPrincipal(auth, db, cookie),
    findGrant: (token, client) => findGrant(db, token, client),
    limiter: limiters.limiter('requests', config.rateLimitPerMinute, 60),
    origins: config.origins,
  });
  const api = createApi({
    routes,
    own: [...keyRoutes(db, keys), ...identityRoutes(db), ...deviceRoutes(db, links)],
    services,
    authentication,
    forward: createForward(log, stopping, config.publicUrl.origin),
  });
  const document = createDocument([...routes, ...signInRoutes], {
    serverUrl: config.publicUrl.origin,
    sessionCookie: sessionCookie(config),
  });
  const headers = securityHeaders(config.publicUrl.protocol === 'https:');
  const app = createApp({
    log,
    checks: { database: () => pool.query('SELECT 1') },
    mount: (app) => {
      app.set('trust proxy', config.trustProxy);
      app.use(headers);
      app.use(
        authRoutes({
          auth,
          publicUrl: config.publicUrl,
          origins: config.origins,
          limiter: limiters.limiter('auth-address', MAX_AUTH_REQUESTS_PER_MINUTE, 60),
        }),
      );
      app.use(
        mcpRoute({
          serveMcp: createMcpOverHttp(ownAddress(config), (error) =>
            log.warn({ err: error }, 'MCP request failed'),
          ),
          authentication,
          origin: config.publicUrl.origin,
          origins: config.origins,
        }),
      );
      app.use(dashboard(config, log));
      app.use(documentation(document));
      app.use(evidenceKeys(services.runs));
      app.use(under('/live/', liveRoutes(findWatcher)));
      app.use(under('/v1/', api));
    },
  });
  const isTrusted = app.get('trust proxy fn') as (address: string, distance: number) => boolean;
  return withoutLayers([[OF_RUNS, withExpressParts(api, headersSetBy(headers), isTrusted)]], app);
}
