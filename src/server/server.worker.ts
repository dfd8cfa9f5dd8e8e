/** The server's work: in a thread under Node, in a web worker elsewhere. One bundle for both, since nearly all of it is the same. */
const host = typeof process === 'object' ? import('./server.thread') : import('./server.web');
void host.then(({ start }) => start());
