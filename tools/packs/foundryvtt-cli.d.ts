/** The two functions of the official packer that the tools use; the package brings no types of its own. */
declare module "@foundryvtt/foundryvtt-cli" {
  export function compilePack(
    source: string,
    destination: string,
    options?: { yaml?: boolean; recursive?: boolean; log?: boolean },
  ): Promise<void>;

  export function extractPack(
    source: string,
    destination: string,
    options?: { yaml?: boolean; clean?: boolean; folders?: boolean; log?: boolean },
  ): Promise<void>;
}
