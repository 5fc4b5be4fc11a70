/** Takes many requests in one call, because a call between processes costs as much as a small request itself. */
export const BATCH_PATH = '/internal/requests';
