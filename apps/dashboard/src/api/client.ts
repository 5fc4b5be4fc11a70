import { Errand } from '@errand/sdk';

/** The only way to the API: the SDK with the session cookie of this page. */
export const errand = new Errand({ apiKey: null, baseURL: location.origin, maxRetries: 1 });
