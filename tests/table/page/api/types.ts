import type { ApplicationV2 } from "./application-v2";
import type { FormDataExtended } from "../ux/form-data-extended";

/** Shapes of https://foundryvtt.com/api/v14/modules/foundry.applications.types.html that the page implements. */

export interface ApplicationPosition {
  top: number;
  left: number;
  width: number | "auto";
  height: number | "auto";
  scale: number;
  zIndex: number;
}

export type ApplicationClickAction = (this: ApplicationV2, event: PointerEvent, target: HTMLElement) => unknown;

export interface ApplicationAction {
  handler: ApplicationClickAction;
  buttons: number[];
}

export type ApplicationFormSubmission = (
  this: ApplicationV2,
  event: Event,
  form: HTMLFormElement,
  formData: FormDataExtended,
  submitOptions?: Record<string, unknown>,
) => unknown;

export interface ApplicationFormConfiguration {
  handler?: ApplicationFormSubmission | null;
  submitOnChange: boolean;
  closeOnSubmit: boolean;
}

export interface ApplicationHeaderControlsEntry {
  icon: string;
  label: string;
  action?: string;
  visible?: boolean | ((this: ApplicationV2) => boolean);
  ownership?: string | number;
  onClick?: (event: PointerEvent) => unknown;
}

export interface ApplicationWindowConfiguration {
  title?: string;
  icon?: string | false;
  controls?: ApplicationHeaderControlsEntry[];
  frame?: boolean;
  positioned?: boolean;
  minimizable?: boolean;
  resizable?: boolean;
  contentTag?: string;
  contentClasses?: string[];
}

export interface ApplicationConfiguration {
  id: string;
  uniqueId: string;
  classes: string[];
  tag: string;
  window: ApplicationWindowConfiguration;
  actions: Record<string, ApplicationClickAction | ApplicationAction>;
  form?: Partial<ApplicationFormConfiguration>;
  position: Partial<ApplicationPosition>;
  [key: string]: unknown;
}

export interface ApplicationRenderOptions {
  force?: boolean;
  isFirstRender?: boolean;
  position?: Partial<ApplicationPosition>;
  window?: { title?: string; icon?: string | false; controls?: boolean };
  parts?: string[];
  tab?: string | Record<string, string>;
  renderContext?: string;
  renderData?: unknown;
  [key: string]: unknown;
}

export interface ApplicationClosingOptions {
  animate?: boolean;
  closeKey?: boolean;
  submitted?: boolean;
  [key: string]: unknown;
}

export interface ApplicationTabDescriptor {
  id: string;
  group?: string;
  icon?: string;
  label?: string;
  tooltip?: string;
  cssClass?: string;
}

export interface ApplicationTab extends ApplicationTabDescriptor {
  group: string;
  active: boolean;
  cssClass: string;
}

export interface ApplicationTabsConfiguration {
  tabs: ApplicationTabDescriptor[];
  initial?: string;
  labelPrefix?: string;
}

export type RenderContext = Record<string, unknown>;
