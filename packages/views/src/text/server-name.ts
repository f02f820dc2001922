interface NamedServer {
  name: string;
  cores: number | null;
}

/** A server is shown first by its class: `8-core`; by its name if the number of cores is unknown. */
export function serverClass({ name, cores }: NamedServer): string {
  return cores === null ? name : `${cores}-core`;
}

/** Class and name: `8-core pn53`. */
export function fullServerName(server: NamedServer): string {
  return server.cores === null ? server.name : `${serverClass(server)} ${server.name}`;
}

/** The shortest names that tell servers apart: their class, with the name where two are of one class. */
export function serverNames(servers: readonly NamedServer[]): string[] {
  const classes = servers.map(serverClass);
  // Of servers that are all of one class the class tells nothing.
  if (servers.length > 1 && new Set(classes).size === 1) return servers.map(({ name }) => name);
  return servers.map((server, index) => {
    const own = classes[index] ?? server.name;
    const isUnique = classes.indexOf(own) === classes.lastIndexOf(own);
    return isUnique || own === server.name ? own : `${own} ${server.name}`;
  });
}

/** `1 client`, `40 clients`; empty if unknown. */
export function clientsText(clients: number | null): string {
  if (clients === null) return '';
  return clients === 1 ? '1 client' : `${clients} clients`;
}

/** A number that only the name of a config says may be that of another server: CPU µs/o is computed with it. */
export function coresText({
  cores,
  coresGuessed,
}: {
  cores: number | null;
  coresGuessed?: true;
}): string | null {
  if (cores === null) return null;
  return coresGuessed ? `${cores}, guessed from the config` : String(cores);
}
