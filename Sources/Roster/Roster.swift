// One import for applications that keep a list: its models, its changes, its snapshots and its file.
// Components are imported where they are described.
@_exported public import RosterCore
@_exported public import RosterEngine
@_exported public import RosterJSON
@_exported public import RosterRows
@_exported public import RosterStore
