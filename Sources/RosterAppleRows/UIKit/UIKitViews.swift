#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import QuartzCore
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(tvOS) && !os(watchOS)) || os(Linux)
  internal import RosterComponents
  internal import RosterJSON
  internal import RosterLayout
  internal import RosterWidgets

  /// The views of UIKit.
  final class UIKitViews: NSObject, ViewToolkit {
    var report: (UIView, ViewEvent, [JSONValue]) -> Void = { _, _, _ in }
    var fontSize: Double

    init(fontSize: Double) { self.fontSize = fontSize }

    // MARK: Making

    func makeView(_ kind: ViewKind) -> UIView {
      switch kind {
      case .box, .divider: UIView(frame: .zero)
      case .text, .badge: label()
      case .image: imageView()
      case .button: button()
      case .toggle: toggle()
      case .segments: segments()
      case .field: field()
      case .progress: UIProgressView(frame: .zero)
      case .spinner: UIActivityIndicatorView(frame: .zero)
      case .scroll: scrollView()
      }
    }

    private func label() -> UIView {
      let label = UILabel(frame: .zero)
      // As many as there is room for: the frame is as high as the lines that are to be seen.
      label.numberOfLines = 0
      return label
    }

    private func imageView() -> UIView {
      let view = UIImageView(frame: .zero)
      view.clipsToBounds = true
      return view
    }

    private func button() -> UIView {
      let button = UIButton(type: .system)
      addReport(of: button, for: .touchUpInside) { _ in (.tap, []) }
      return button
    }

    private func toggle() -> UIView {
      let toggle = UIKitToggle(frame: .zero)
      toggle.assemble()
      toggle.onChange = { [weak self, weak toggle] isOn in
        if let toggle { self?.report(toggle, .change, [.bool(isOn)]) }
      }
      return toggle
    }

    private func segments() -> UIView {
      let control = UISegmentedControl(frame: .zero)
      addReport(of: control, for: .valueChanged) {
        (.change, [.number(Double($0.selectedSegmentIndex))])
      }
      return control
    }

    private func field() -> UIView {
      let field = UIKitField(frame: .zero)
      field.delegate = self
      addReport(of: field, for: .editingChanged) { (.change, [.string($0.text ?? "")]) }
      return field
    }

    private func scrollView() -> UIView {
      let view = UIScrollView(frame: .zero)
      view.showsVerticalScrollIndicator = false
      view.delegate = self
      return view
    }

    /// Has a control report what the user does.
    private func addReport<Control: UIControl>(
      of control: Control, for event: UIControl.Event,
      _ report: @escaping (Control) -> (ViewEvent, [JSONValue])
    ) {
      control.addAction(
        UIAction { [weak self, weak control] _ in
          guard let self, let control else { return }
          let (event, values) = report(control)
          self.report(control, event, values)
        }, for: event)
    }

    // MARK: Contents

    func show(_ content: ViewContent, in view: UIView) {
      view.backgroundColor = content.background?.uiColor
      view.layer.borderColor = content.border?.uiColor.cgColor
      view.layer.borderWidth = content.border == nil ? 0 : 1
      let color = content.color?.uiColor
      switch (content.body, view) {
      case (.text(let text), let label as UILabel):
        label.attributedText = attributed(text)
        label.lineBreakMode = text.truncation.lineBreakMode
      case (.image(let source, let fit), let view as UIImageView):
        view.image = source.flatMap { UIImage(named: $0) }
        view.contentMode = fit.contentMode
      case (.button(let title, let icon, let isSelected), let button as UIButton):
        let image = icon.flatMap { UIImage(named: $0) }
        // An icon that is no picture is characters.
        let texts = image == nil ? [icon ?? "", title.text] : [title.text]
        button.setImage(image, for: .normal)
        button.setTitle(texts.filter { !$0.isEmpty }.joined(separator: " "), for: .normal)
        button.setTitleColor(color, for: .normal)
        button.titleLabel?.font = .row(fontSize, isBold: title.isBold)
        (button.isEnabled, button.isSelected) = (content.isEnabled, isSelected)
      case (.toggle(let title), let toggle as UIKitToggle):
        toggle.title.text = title.text
        toggle.title.textColor = color
        toggle.title.font = .row(fontSize, isBold: title.isBold)
        toggle.control.isEnabled = content.isEnabled
      case (.segments(let titles), let control as UISegmentedControl):
        control.removeAllSegments()
        for (index, title) in titles.enumerated() {
          control.insertSegment(withTitle: title, at: index, animated: false)
        }
        control.isEnabled = content.isEnabled
      case (.field(let title, let placeholder, let isSecure), let field as UITextField):
        field.placeholder = placeholder
        field.isSecureTextEntry = isSecure
        field.textColor = color
        field.font = .row(fontSize, isBold: title.isBold)
        field.isEnabled = content.isEnabled
      case (.progress(let value), let view as UIProgressView):
        view.progress = Float(value ?? 0)
        view.progressTintColor = color
      case (.spinner(let isActive), let view as UIActivityIndicatorView):
        view.color = color
        if isActive { view.startAnimating() } else { view.stopAnimating() }
      case (.scroll(let length), let view as UIScrollView):
        view.contentSize = CGSize(width: CGFloat(length), height: view.bounds.height)
      default: break
      }
    }

    private func attributed(_ text: StyledText) -> NSAttributedString {
      text.attributed(font: { UIFont.row(fontSize, isBold: $0) }, color: { $0.uiColor })
    }

    func show(_ picture: AnyObject, in view: UIView) {
      if let picture = picture as? UIImage { (view as? UIImageView)?.image = picture }
    }

    func show(_ value: ViewValue, in view: UIView) {
      switch (value, view) {
      case (.isOn(let isOn), let toggle as UIKitToggle):
        if toggle.control.isOn != isOn {
          toggle.control.setOn(isOn, animated: toggle.window != nil)
        }
      case (.index(let index), let control as UISegmentedControl):
        let indices = 0..<control.numberOfSegments
        control.selectedSegmentIndex =
          index.flatMap { indices.contains($0) ? $0 : nil } ?? UISegmentedControl.noSegment
      case (.text(let text), let field as UITextField):
        // A text that is set moves the cursor to its end.
        if field.text != text { field.text = text }
      case (.offset(let offset), let view as UIScrollView):
        if abs(Double(view.contentOffset.x) - offset) > 0.5 {
          view.contentOffset = CGPoint(x: CGFloat(offset), y: view.contentOffset.y)
        }
      default: break
      }
    }

    // MARK: Places

    func setDirection(_ direction: WritingDirection, of view: UIView) {
      view.semanticContentAttribute =
        direction == .rightToLeft ? .forceRightToLeft : .forceLeftToRight
      (view as? UIKitToggle)?.arrange()
    }

    func setFrame(_ frame: ViewFrame?, of view: UIView) {
      let place =
        frame.map(CGRect.init)
        ?? CGRect(origin: .zero, size: view.superview?.bounds.size ?? .zero)
      // The bounds of what is scrolled begin elsewhere.
      if view.transform.isIdentity {
        view.frame = place
      } else {
        // The frame of what is drawn elsewhere is not its place.
        view.bounds.size = place.size
        view.center = CGPoint(x: place.midX, y: place.midY)
      }
      (view as? UIKitToggle)?.arrange()
      if let view = view as? UIScrollView { view.contentSize.height = view.bounds.height }
    }

    func setMotion(_ motion: ViewMotion, of view: UIView) {
      view.alpha = CGFloat(motion.opacity)
      view.transform = CGAffineTransform(
        translationX: CGFloat(motion.translation.x), y: CGFloat(motion.translation.y)
      )
      .rotated(by: CGFloat(motion.rotation))
      .scaledBy(x: CGFloat(motion.scale), y: CGFloat(motion.scale))
    }

    var time: Double { CACurrentMediaTime() }

    var reducesMotion: Bool { UIAccessibility.isReduceMotionEnabled }

    func eachFrame(of view: UIView, _ body: @escaping (_ time: Double) -> Bool) -> Bool {
      DisplayFrames(body).begin { CADisplayLink(target: $0, selector: $1) }
      return true
    }

    func place(_ view: UIView, in container: UIView, inFrontOf sibling: UIView?) {
      if let sibling {
        container.insertSubview(view, aboveSubview: sibling)
      } else {
        container.insertSubview(view, at: 0)
      }
    }

    func setHidden(_ isHidden: Bool, of view: UIView) { view.isHidden = isHidden }

    func remove(_ view: UIView) { view.removeFromSuperview() }

    func isFocused(_ view: UIView) -> Bool { view.isFirstResponder }

    func endEditing(in view: UIView) { view.endEditing(true) }

    // MARK: Assistive technology

    func setElements(_ elements: [RowElement<UIView>], of container: UIView) {
      for found in elements {
        let (view, element) = (found.view, found.element)
        view.accessibilityCustomActions = found.actions.map { action in
          UIAccessibilityCustomAction(name: action.label) {
            [weak self, weak target = action.view] _ in
            guard let self, let target else { return false }
            report(target, action.event, [])
            return true
          }
        }
        // Its segments are elements.
        if view is UISegmentedControl { continue }
        view.isAccessibilityElement = true
        view.accessibilityLabel = element.label
        view.accessibilityHint = element.hint
        // A field says by itself that it is one, and its text.
        if view is UITextField { continue }
        view.accessibilityValue = element.value
        view.accessibilityTraits = element.uiTraits
      }
      container.accessibilityElements = elements.map(\.view)
    }
  }

  extension UIKitViews: UITextFieldDelegate, UIScrollViewDelegate {
    func textFieldDidBeginEditing(_ textField: UITextField) { report(textField, .focus, []) }

    func textFieldDidEndEditing(_ textField: UITextField) { report(textField, .blur, []) }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
      report(textField, .submit, [.string(textField.text ?? "")])
      return false
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      report(scrollView, .scroll, [.number(Double(scrollView.contentOffset.x))])
    }
  }
#endif
