internal import RosterComponents
internal import RosterCore

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

  func replaces(_ part: ConfigurationParts) -> Bool { parts.contains(part) }

  /// Whether headers or footers are made by others.
  var replacesSupplements: Bool { !parts.isDisjoint(with: [.header, .footer]) }

  /// Whether anything is made by others.
  var replacesComponents: Bool { replacesSupplements || parts.contains(.components) }

  /// Whether a tree is made by others.
  func replacesComponents(of tree: TreeID) -> Bool {
    switch tree.supplement?.kind {
    case nil: parts.contains(.components)
    case .header: parts.contains(.header)
    case .footer: parts.contains(.footer)
    }
  }

  /// What trees are built with and laid out for afterwards.
  func conditions(after conditions: TreeConditions) -> TreeConditions {
    var conditions = conditions
    if let environment { conditions.environment = environment }
    if parts.contains(.layout) { conditions.constraints = layout }
    return conditions
  }

  /// What makes components afterwards.
  func providers(
    after providers: ComponentProviders<Model, SectionModel, Message>
  ) -> ComponentProviders<Model, SectionModel, Message> {
    var providers = providers
    if let provider { providers.item = provider }
    if parts.contains(.header) { providers.header = header }
    if parts.contains(.footer) { providers.footer = footer }
    return providers
  }
}
