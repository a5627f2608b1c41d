internal import RosterComponents

/// Some parts of a configuration that are to be replaced, together.
struct Reconfiguration<Model: Sendable, Message: Sendable>: Sendable {
  typealias Provider = @Sendable (Model, GenerationContext) -> Node<Message>

  private(set) var parts: ConfigurationParts = []
  private(set) var provider: Provider?
  private var environment: EnvironmentValues?
  private var layout: LayoutConstraints?

  /// - Parameter changes: Of those of one part the last one counts.
  init(_ changes: [ConfigurationChange<Model, Message>]) {
    for change in changes {
      switch change.part {
      case .environment(let environment):
        self.environment = environment
        parts.insert(.environment)
      case .layout(let layout):
        self.layout = layout
        parts.insert(.layout)
      case .components(let provider):
        self.provider = provider
        parts.insert(.components)
      }
    }
  }

  /// What trees are built with and laid out for afterwards.
  func conditions(after conditions: TreeConditions) -> TreeConditions {
    var conditions = conditions
    if let environment { conditions.environment = environment }
    if parts.contains(.layout) { conditions.constraints = layout }
    return conditions
  }
}
