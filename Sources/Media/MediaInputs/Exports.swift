// Part of the events of this module.
@_exported public import enum StudioCore.SlateReason
