export { activate } from './extension';
