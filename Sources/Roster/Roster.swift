// One import for applications: the list, its models, its components, its changes and its file.
@_exported public import RosterComponents
@_exported public import RosterCore
@_exported public import RosterEngine
@_exported public import RosterJSON
@_exported public import RosterLayout
@_exported public import RosterObservability
@_exported public import RosterStore
@_exported public import RosterText
