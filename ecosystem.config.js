/*
 * pm2 start ecosystem.config.js
 * Settings come from the environment or from .env; set DATABASE_URL (and REDIS_URL) for more than one machine.
 */
const common = {
  cwd: import.meta.dirname,
  // pm2 would look for ts-node by the file's ending; cluster mode takes only node_args.
  interpreter: 'node',
  node_args: '--import=tsx',
  // Longer than SHUTDOWN_TIMEOUT_MS, which the processes keep themselves.
  kill_timeout: 20_000,
  exp_backoff_restart_delay: 200,
  // A reload stops an old process only once its successor says that it is ready.
  wait_ready: true,
  listen_timeout: 60_000,
  // Each process needs a metrics port of its own: pm2 counts up from the one in its env.
  increment_var: 'METRICS_PORT',
};

export const apps = [
  {
    ...common,
    name: 'api',
    script: 'api/main.ts',
    exec_mode: 'cluster',
    instances: 'max',
    env: { NODE_ENV: 'production', METRICS_PORT: 9464 },
  },
  {
    ...common,
    name: 'workers',
    script: 'workers/main.ts',
    exec_mode: 'fork',
    instances: 1,
    env: { NODE_ENV: 'production', METRICS_PORT: 9564 },
  },
  // A pool of its own for queues that keep a process busy; "workers" still works on all, or on those of its WORKER_QUEUES:
  // {
  //   ...common,
  //   name: 'graph-workers',
  //   script: 'workers/main.ts',
  //   exec_mode: 'fork',
  //   instances: 2,
  //   env: { NODE_ENV: 'production', METRICS_PORT: 9664, WORKER_QUEUES: 'graph-features,graph-pass' },
  // },
];
