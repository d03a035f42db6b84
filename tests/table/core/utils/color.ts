/** A colour that is its 24-bit number. https://foundryvtt.com/api/classes/foundry.utils.Color.html */
export class Color extends Number {
  get valid(): boolean {
    const value = this.valueOf();
    return Number.isInteger(value) && value >= 0 && value <= 0xffffff;
  }

  get css(): string {
    return this.valid ? `#${this.valueOf().toString(16).padStart(6, "0")}` : "#000000";
  }

  get rgb(): [number, number, number] {
    const value = this.valueOf();
    return [((value >> 16) & 0xff) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255];
  }

  get r(): number {
    return this.rgb[0];
  }

  get g(): number {
    return this.rgb[1];
  }

  get b(): number {
    return this.rgb[2];
  }

  toRGBA(alpha: number): string {
    const [r, g, b] = this.rgb.map((part) => Math.round(part * 255));
    return `rgba(${r}, ${g}, ${b}, ${alpha})`;
  }

  override toString(): string {
    return this.css;
  }

  toJSON(): string {
    return this.css;
  }

  toHTML(): string {
    return this.css;
  }

  equals(other: unknown): boolean {
    return Number(other) === this.valueOf();
  }

  static from(color: unknown): Color {
    if (color instanceof Color) return new this(color.valueOf());
    if (typeof color === "number") return new this(color);
    if (typeof color === "string") return this.fromString(color);
    if (Array.isArray(color) && color.length === 3) return this.fromRGB(color.map(Number));
    return new this(Number.NaN);
  }

  static fromString(color: string): Color {
    const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
    if (short) return new this(Number.parseInt(`${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`, 16));
    return new this(/^#[0-9a-f]{6}$/i.test(color) ? Number.parseInt(color.slice(1), 16) : Number.NaN);
  }

  static fromRGB(rgb: number[]): Color {
    const [r = 0, g = 0, b = 0] = rgb.map((part) => Math.round(part * 255));
    return new this((r << 16) + (g << 8) + b);
  }

  static fromHSV(hsv: number[]): Color {
    const [h = 0, s = 0, v = 0] = hsv;
    const part = (n: number): number => {
      const k = (n + h * 6) % 6;
      return v - v * s * Math.max(0, Math.min(k, 4 - k, 1));
    };
    return this.fromRGB([part(5), part(3), part(1)]);
  }
}
