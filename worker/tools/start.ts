import { runServer, serve } from './serve.ts';

await runServer(() => serve(process.argv.slice(2)));
