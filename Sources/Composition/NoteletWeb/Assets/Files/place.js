// Where the app is on its server: apps may share a host, each below a path of its own.

/** The address that all others of the app are below; scripts lie in a folder of it. */
export const BASE = new URL('../', import.meta.url);

/** An address of the app, from what follows its base. */
export const address = (path) => new URL(path, BASE).href;

/** A name that no other app of the host has. */
export const ownName = (name) => name + BASE.pathname;
