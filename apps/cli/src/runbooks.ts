/** What a Runbook's file imports when no such package is installed beside it. */
export * from '@errand/runbooks';
