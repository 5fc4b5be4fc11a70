export { demoAccount } from './pages/other.ts';
export type { Order } from './orders.ts';
export { type Shop, startShop } from './server.ts';
