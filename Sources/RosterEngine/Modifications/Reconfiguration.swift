internal import RosterComponents

/// Some parts of a configuration that are to be replaced, together.
struct Reconfiguration<Model: Sendable, SectionModel: Sendable, Message: Sendable>: Sendable {
  typealias Change = ConfigurationChange<Model, SectionModel, Message>
  typealias Provider = @Sendable (Model, GenerationContext) -> Node<Message>

  private(set) var parts: ConfigurationParts = []
  private(set) var provider: Provider?
  /// What makes headers, and footers; of no meaning if that is not replaced.
  private(set) var header: Change.SupplementProvider?
  private(set) var footer: Change.SupplementProvider?
  private var environment: EnvironmentValues?
  private var layout: LayoutConstraints?

  /// - Parameter changes: Of those of one part the last one counts.
  init(_ changes: [Change]) {
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
      case .header(let header):
        self.header = header
        parts.insert(.header)
      case .footer(let footer):
        self.footer = footer
        parts.insert(.footer)
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

  /// Whether headers or footers are made by others.
  var replacesSupplements: Bool { !parts.isDisjoint(with: [.header, .footer]) }
}
