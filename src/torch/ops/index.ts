/** Loads every operator. */
import './copy.js'
import './views.js'
import './sum.js'
import './pointwise.js'
import './factories.js'
import './reductions.js'
