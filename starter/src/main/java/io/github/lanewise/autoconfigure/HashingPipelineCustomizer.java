package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.HashingPipeline;

/**
 * Sets options of the auto-configured pipeline, after the properties and before it is built. Beans
 * of this type are called in their order.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface HashingPipelineCustomizer {

  /** Changes what it likes. */
  void customize(HashingPipeline.Builder builder);
}
