#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
  internal import QuartzCore
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  internal import RosterComponents
  internal import RosterJSON
  internal import RosterLayout
  internal import RosterWidgets

  /// The views of AppKit. Each view with a content is an area with that in it.
  final class AppKitViews: NSObject, ViewToolkit {
    var report: (NSView, ViewEvent, [JSONValue]) -> Void = { _, _, _ in }
    var fontSize: Double

    init(fontSize: Double) { self.fontSize = fontSize }

    // MARK: Making

    func makeView(_ kind: ViewKind) -> NSView {
      let area = AppKitArea(frame: .zero)
      switch kind {
      case .box, .divider: break
      // There is no view that is scrolled from side to side: its content is cut off.
      case .scroll: area.clipsToBounds = true
      case .text, .badge:
        let label = NSTextField(wrappingLabelWithString: "")
        // Clicks are for the row.
        label.isSelectable = false
        area.fill(with: label, as: kind)
      case .image: area.fill(with: NSImageView(frame: .zero), as: kind)
      case .button:
        let button = NSButton(frame: .zero)
        button.setButtonType(.momentaryPushIn)
        button.isBordered = false
        listen(to: button)
        area.fill(with: button, as: kind)
      case .toggle:
        let button = NSButton(frame: .zero)
        button.setButtonType(.switch)
        listen(to: button)
        area.fill(with: button, as: kind)
      case .segments:
        let control = NSSegmentedControl(frame: .zero)
        listen(to: control)
        area.fill(with: control, as: kind)
      case .field: area.fill(with: field(isSecure: false), as: kind)
      case .progress, .spinner:
        let view = NSProgressIndicator(frame: .zero)
        view.style = kind == .progress ? .bar : .spinning
        view.maxValue = 1
        view.isDisplayedWhenStopped = kind == .progress
        area.fill(with: view, as: kind)
      }
      return area
    }

    private func field(isSecure: Bool) -> NSTextField {
      let field = isSecure ? NSSecureTextField(frame: .zero) : NSTextField(frame: .zero)
      field.isBezeled = false
      field.drawsBackground = false
      // The key that ends a line submits the text, and nothing else does.
      field.cell?.sendsActionOnEndEditing = false
      field.delegate = self
      listen(to: field)
      return field
    }

    private func listen(to control: NSControl) {
      #if canImport(ObjectiveC)
        control.target = self
        control.action = #selector(changed(_:))
      #else
        control.onAction = { [weak self, weak control] in if let control { self?.changed(control) }
        }
      #endif
    }

    #if canImport(ObjectiveC)
      @objc private func changed(_ sender: NSControl) { tell(of: sender) }
    #else
      private func changed(_ sender: NSControl) { tell(of: sender) }
    #endif

    private func tell(of control: NSControl) {
      guard let area = control.superview as? AppKitArea else { return }
      switch control {
      case let button as NSButton where area.kind == .toggle:
        report(area, .change, [.bool(button.state == .on)])
      case is NSButton: report(area, .tap, [])
      case let control as NSSegmentedControl:
        report(area, .change, [.number(Double(control.selectedSegment))])
      case let field as NSTextField: report(area, .submit, [.string(field.stringValue)])
      default: break
      }
    }

    // MARK: Contents

    func show(_ content: ViewContent, in view: NSView) {
      guard let area = view as? AppKitArea else { return }
      area.showArea(content)
      (area.content as? NSControl)?.isEnabled = content.isEnabled
      let color = content.color ?? .text
      switch (content.body, area.content) {
      case (.text(let text), let label as NSTextField):
        label.attributedStringValue = attributed(text)
        // A view of several lines shortens the last one, and only at its end.
        label.cell?.truncatesLastVisibleLine = text.truncation != .none
      case (.image(let source, let fit), let view as NSImageView):
        view.image = source.flatMap { NSImage(named: $0) }
        view.imageScaling = fit == .fill ? .scaleAxesIndependently : .scaleProportionallyUpOrDown
      case (.button(let title, let icon, _), let button as NSButton):
        button.image = icon.flatMap { NSImage(named: $0) }
        // An icon that is no picture is characters.
        let texts = button.image == nil ? [icon ?? "", title.text] : [title.text]
        button.attributedTitle = attributed(texts.filter { !$0.isEmpty }, title, color)
      case (.toggle(let title), let button as NSButton):
        button.attributedTitle = attributed([title.text], title, color)
      case (.segments(let titles), let control as NSSegmentedControl):
        control.segmentCount = titles.count
        for (index, title) in titles.enumerated() { control.setLabel(title, forSegment: index) }
      case (.field(let title, let placeholder, let isSecure), let former as NSTextField):
        var field = former
        if (former is NSSecureTextField) != isSecure {
          field = self.field(isSecure: isSecure)
          field.stringValue = former.stringValue
          field.isEnabled = content.isEnabled
          area.fill(with: field, as: .field)
        }
        field.placeholderString = placeholder
        field.textColor = color.nsColor
        field.font = .row(fontSize, isBold: title.isBold)
      case (.progress(let value), let view as NSProgressIndicator):
        view.isIndeterminate = value == nil
        view.doubleValue = value ?? 0
        if value == nil { view.startAnimation(nil) } else { view.stopAnimation(nil) }
      case (.spinner(let isActive), let view as NSProgressIndicator):
        if isActive { view.startAnimation(nil) } else { view.stopAnimation(nil) }
      default: break
      }
    }

    private func attributed(_ text: StyledText) -> NSAttributedString {
      text.attributed(font: { NSFont.row(fontSize, isBold: $0) }, color: { $0.nsColor })
    }

    private func attributed(
      _ texts: [String], _ title: ViewContent.Title, _ color: StyleColor
    ) -> NSAttributedString {
      NSAttributedString(
        string: texts.joined(separator: " "),
        attributes: [
          .font: NSFont.row(fontSize, isBold: title.isBold), .foregroundColor: color.nsColor,
        ])
    }

    func show(_ picture: AnyObject, in view: NSView) {
      guard let picture = picture as? NSImage else { return }
      ((view as? AppKitArea)?.content as? NSImageView)?.image = picture
    }

    func show(_ value: ViewValue, in view: NSView) {
      switch (value, (view as? AppKitArea)?.content) {
      case (.isOn(let isOn), let button as NSButton): button.state = isOn ? .on : .off
      case (.index(let index), let control as NSSegmentedControl):
        let indices = 0..<control.segmentCount
        control.selectedSegment = index.flatMap { indices.contains($0) ? $0 : nil } ?? -1
      case (.text(let text), let field as NSTextField):
        // A text that is set moves the cursor to its end.
        if field.stringValue != text { field.stringValue = text }
      default: break
      }
    }

    // MARK: Places

    func setDirection(_ direction: WritingDirection, of view: NSView) {
      let own: NSUserInterfaceLayoutDirection =
        direction == .rightToLeft ? .rightToLeft : .leftToRight
      view.userInterfaceLayoutDirection = own
      (view as? AppKitArea)?.content?.userInterfaceLayoutDirection = own
    }

    func setFrame(_ frame: ViewFrame?, of view: NSView) {
      guard let area = view as? AppKitArea else { return }
      area.place =
        frame.map {
          CGRect(x: $0.origin.x, y: $0.origin.y, width: $0.size.width, height: $0.size.height)
        } ?? CGRect(origin: .zero, size: view.superview?.bounds.size ?? .zero)
      area.arrange()
    }

    func setMotion(_ motion: ViewMotion, of view: NSView) {
      guard let area = view as? AppKitArea else { return }
      area.alphaValue = CGFloat(motion.opacity)
      // AppKit keeps the transform of a layer for itself, so nothing is scaled or turned.
      area.distance = CGPoint(
        x: CGFloat(motion.translation.x), y: CGFloat(motion.translation.y))
      area.arrange()
    }

    var time: Double { CACurrentMediaTime() }

    var reducesMotion: Bool { NSWorkspace.shared.accessibilityDisplayShouldReduceMotion }

    func eachFrame(of view: NSView, _ body: @escaping (_ time: Double) -> Bool) -> Bool {
      guard let window = view.window else { return false }
      DisplayFrames(body).begin { window.displayLink(target: $0, selector: $1) }
      return true
    }

    func place(_ view: NSView, in container: NSView, inFrontOf sibling: NSView?) {
      container.addSubview(
        view, positioned: sibling == nil ? .below : .above, relativeTo: sibling)
    }

    func setHidden(_ isHidden: Bool, of view: NSView) { view.isHidden = isHidden }

    func remove(_ view: NSView) { view.removeFromSuperview() }

    // MARK: The keyboard

    func isFocused(_ view: NSView) -> Bool {
      ((view as? AppKitArea)?.content as? NSTextField)?.currentEditor() != nil
    }

    func endEditing(in view: NSView) {
      if isFocused(view) { view.window?.makeFirstResponder(nil) }
      for inner in view.subviews { endEditing(in: inner) }
    }

    // MARK: Assistive technology

    func setElements(_ elements: [RowElement<NSView>], of container: NSView) {
      for found in elements {
        let (view, element) = (found.view, found.element)
        view.setAccessibilityCustomActions(
          found.actions.map { action in
            NSAccessibilityCustomAction(name: action.label) {
              [weak self, weak target = action.view] in
              guard let self, let target else { return false }
              report(target, action.event, [])
              return true
            }
          })
        view.setAccessibilityElement(true)
        view.setAccessibilityRole(element.nsRole)
        view.setAccessibilityLabel(element.label)
        view.setAccessibilityHelp(element.hint)
        view.setAccessibilityValue(element.nsValue)
        view.setAccessibilityEnabled(!element.traits.contains(.disabled))
      }
      container.setAccessibilityChildren(elements.map(\.view))
    }
  }

  extension AppKitViews: NSTextFieldDelegate {
    func controlTextDidBeginEditing(_ notification: Notification) {
      tell(.focus, of: notification)
    }

    func controlTextDidChange(_ notification: Notification) {
      if let field = notification.object as? NSTextField {
        tell(.change, of: notification, [.string(field.stringValue)])
      }
    }

    func controlTextDidEndEditing(_ notification: Notification) { tell(.blur, of: notification) }

    private func tell(
      _ event: ViewEvent, of notification: Notification, _ values: [JSONValue] = []
    ) {
      guard let field = notification.object as? NSTextField,
        let area = field.superview as? AppKitArea
      else { return }
      report(area, event, values)
    }
  }
#endif
