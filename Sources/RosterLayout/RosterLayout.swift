// Who lays something out has sizes and points.
@_exported public import RosterGeometry
