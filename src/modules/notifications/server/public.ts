/** How other modules tell administrators that something happened. It imports no other module, so that all may use it. */
export { notify } from './notify.ts';
