// Preloaded (node --import) into the server: the channel to the parent closes when the parent is gone in any way,
// SIGKILL included. Without this a killed `npm start` would leave a server on the port that has lost its database.
process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0); // the event came before this line
