console.error('vram-ledger: not built yet');
process.exitCode = 2;
