export { demoAccount } from './pages/account.ts';
export type { Order } from './orders.ts';
export { type Shop, startShop } from './server.ts';
