package io.github.lanewise.test;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.env.Environment;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * A test of components that hash and sign, without the rest of the application. The context has
 *
 * <ul>
 *   <li>a {@link HashingPipeline} whose one worker runs on virtual time: what is hashed is hashed
 *       on the thread of the test, before the call that brings it returns, and a batch that waits
 *       for others waits until the test advances time. It runs on {@code jdk}, unless {@code
 *       lanewise.engine} says otherwise
 *   <li>the {@link VirtualTimeScheduler}, to advance it: {@code time.advanceTimeBy(maxWait)}. While
 *       a test method runs it stands in for all of Reactor's schedulers too, so that the time limit
 *       of a window of signed records passes when the test says so
 *   <li>an {@link RsaSigner}, on virtual time too, with an {@link RsaKey} that is made for the JVM,
 *       if {@code lanewise.signing} names none
 *   <li>the {@link BufferAccess} to Spring's data buffers, where these are
 * </ul>
 *
 * Components of the application are not scanned, unless {@link #includeFilters()} let them in;
 * {@code @Import} brings those under test. Several tests share a context, as always with Spring,
 * and so they share the time.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(LanewiseTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(LanewiseTypeExcludeFilter.class)
@AutoConfigureLanewise
@ImportAutoConfiguration
public @interface LanewiseTest {

  /** Properties of the {@link Environment}, in the form {@code key=value}. */
  String[] properties() default {};

  /**
   * Whether {@link #includeFilters()} and {@link #excludeFilters()} apply to the components that
   * {@link SpringBootApplication @SpringBootApplication} would find; the default. Otherwise all are
   * found.
   */
  boolean useDefaultFilters() default true;

  /** Which components are in the context all the same. */
  Filter[] includeFilters() default {};

  /** Which are not, of those that would be. */
  Filter[] excludeFilters() default {};

  /** Auto-configurations that are not to be used. */
  @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
  Class<?>[] excludeAutoConfiguration() default {};
}
