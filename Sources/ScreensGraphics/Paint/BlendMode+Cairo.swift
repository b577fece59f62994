import CScreensCairo
import Screens

extension BlendMode {
    var cairo: cairo_operator_t {
        switch self {
        case .over: CAIRO_OPERATOR_OVER
        case .add: CAIRO_OPERATOR_ADD
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        }
    }
}
